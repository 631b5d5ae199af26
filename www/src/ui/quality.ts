import type { AppStore, Quality } from "../document/state";
import { drawnInSoftware } from "./support";

/** How the picture is drawn at the moment: the user's choice, else what the machine can bear. */
export function qualityNow(store: AppStore): Quality {
  const quality = store.get("quality");
  if (quality !== "auto") return quality;
  return drawnInSoftware() ? "plain" : "fine";
}
