import { app } from "electron";
import { mayNavigate } from "./navigation-policy.ts";

/** Holds for every page that will ever be made, so that none can be forgotten. Call before the first window. */
export function guardAllContents(): void {
  app.on("web-contents-created", (_created, contents) => {
    contents.on("will-navigate", (event, address) => {
      if (!mayNavigate(address)) event.preventDefault();
    });
    contents.on("will-frame-navigate", (event) => {
      if (!event.isMainFrame || !mayNavigate(event.url)) event.preventDefault();
    });
    contents.on("will-redirect", (event, address) => {
      if (!mayNavigate(address)) event.preventDefault();
    });
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}
