#!/usr/bin/env python3
"""Adds up the tests in the logs of a run: count_tests.py LOGS [names of failed checks …]"""
import pathlib
import re
import sys

COUNTS = re.compile(r"(\d+) (passed|failed)")
# Closing lines of cargo, vitest and Playwright.
CLOSING = re.compile(r"^(test result:|\s*Tests\s|\s+\d+ (passed|failed)\b)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

logs, failed_checks = pathlib.Path(sys.argv[1]), sys.argv[2:]
total = {"passed": 0, "failed": 0}
for log in sorted(logs.glob("*.log")):
    counts = {"passed": 0, "failed": 0}
    for line in COLOURS.sub("", log.read_text(errors="replace")).splitlines():
        if CLOSING.match(line):
            for number, outcome in COUNTS.findall(line):
                counts[outcome] += int(number)
    if any(counts.values()):
        print(f"{log.stem}: {counts['passed']} passed, {counts['failed']} failed")
    for outcome, number in counts.items():
        total[outcome] += number

# A check that failed without counting tests (a lint, a build) counts as one failure.
total["failed"] = max(total["failed"], len(failed_checks))
if failed_checks:
    print("failed checks:", ", ".join(failed_checks))
print(f"{total['passed']} passed, {total['failed']} failed")
sys.exit(1 if failed_checks else 0)
