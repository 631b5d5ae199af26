export function engineFile(name: string): URL;
export function engineBuild(): string;
