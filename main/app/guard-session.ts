import type { Session } from "electron";
import { mayDownload, mayFetch } from "./navigation-policy.ts";
import { mayHave } from "./permission-policy.ts";

/** Everything a session could let through is asked of the policies; what they do not name is denied. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(mayHave({ permission, from: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayHave({ permission, from: origin, isMainFrame: details.isMainFrame }),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !mayFetch(request.url) }));
  session.on("will-download", (event, item) => {
    if (!mayDownload(item.getURL())) event.preventDefault();
  });
  session.setSpellCheckerEnabled(false);
}
