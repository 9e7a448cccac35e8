/** The log of a run in an xterm pane: read-only, searchable, at most 10,000 lines back. */
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { ArrowDown, ArrowUp, ChevronsDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useReader } from "../app/settings.tsx";
import { useConnection } from "../connection/connection.ts";
import { failureOf } from "../connection/failure.ts";
import { LogFollower } from "./log-follower.ts";

const scrollback = 10_000;
/** The terminal stays dark in both themes: agents' colours are made for dark ground. */
const theme = {
  background: "#10141a",
  foreground: "#dde2ea",
  cursor: "#10141a",
  selectionBackground: "#3b5b94",
  black: "#3a4350",
  brightBlack: "#8b96a5",
  red: "#ff8f6b",
  brightRed: "#ffb199",
  green: "#5fd3b1",
  brightGreen: "#8be3c9",
  yellow: "#f0bd5a",
  brightYellow: "#f7d48c",
  blue: "#85aaff",
  brightBlue: "#adc6ff",
  magenta: "#d79be0",
  brightMagenta: "#e7bfee",
  cyan: "#6fcbe0",
  brightCyan: "#9cdcea",
  white: "#dde2ea",
  brightWhite: "#ffffff",
};

interface TerminalPaneProps {
  readonly runId: string;
  readonly label: string;
}

export function TerminalPane({ runId, label }: TerminalPaneProps) {
  const { t, format } = useReader();
  const { epoch } = useConnection();
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ terminal: Terminal; search: SearchAddon; follower: LogFollower } | null>(null);
  const words = useRef({ t, format });
  const [query, setQuery] = useState("");
  const [note, setNote] = useState<string | null>(null);
  const [found, setFound] = useState<boolean | null>(null);

  useEffect(() => {
    words.current = { t, format };
  }, [t, format]);

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const terminal = new Terminal({
      convertEol: true,
      disableStdin: true,
      cursorBlink: false,
      cursorInactiveStyle: "none",
      scrollback,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue("--mono"),
      fontSize: 12,
      lineHeight: 1.35,
      theme,
      screenReaderMode: false,
      // No handler: text that looks like a link stays text.
      linkHandler: null,
    });
    const fit = new FitAddon();
    const search = new SearchAddon();
    terminal.loadAddon(fit);
    terminal.loadAddon(search);
    terminal.open(element);
    // Keys belong to the page: nobody may be caught in a pane that takes no input.
    terminal.attachCustomKeyEventHandler(
      (event) => event.key.startsWith("Page") || (event.ctrlKey && event.key === "c"),
    );
    if (terminal.textarea !== undefined) {
      terminal.textarea.tabIndex = -1;
      terminal.textarea.setAttribute("aria-label", label);
      terminal.textarea.readOnly = true;
    }
    const resize = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientHeight > 0) fit.fit();
    });
    resize.observe(element);
    const follower = new LogFollower(window.workbench, {
      write: (text, drawn) => terminal.write(text, drawn),
      skipped: (bytes) => {
        const text = words.current.t("log.skipped", { size: words.current.format.bytes(bytes) });
        terminal.write(`\r\n\u001b[33m${text}\u001b[0m\r\n`);
      },
      ended: (size) => setNote(words.current.t("log.ended", { size: words.current.format.bytes(size) })),
      failed: (error) => setNote(failureOf(error).message),
    });
    parts.current = { terminal, search, follower };
    return () => {
      parts.current = null;
      follower.close();
      resize.disconnect();
      terminal.dispose();
    };
  }, [label]);

  // A return of the connection is a new epoch: the old stream is gone, a new one goes on from the same byte.
  useEffect(() => {
    void parts.current?.follower.follow(runId);
  }, [runId, epoch, label]);

  const find = (back: boolean) => {
    const search = parts.current?.search;
    if (search === undefined || query === "") return;
    setFound(back ? search.findPrevious(query) : search.findNext(query));
  };

  const scroll = (event: React.KeyboardEvent) => {
    const terminal = parts.current?.terminal;
    if (terminal === undefined || event.target !== event.currentTarget) return;
    const page = terminal.rows - 1;
    const lines: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
    };
    if (event.key === "Home") terminal.scrollToTop();
    else if (event.key === "End") terminal.scrollToBottom();
    else if (lines[event.key] !== undefined) terminal.scrollLines(lines[event.key] ?? 0);
    else return;
    event.preventDefault();
  };

  return (
    <div className="log-pane">
      <div className="terminal-bar">
        <input
          className="terminal-search"
          type="search"
          value={query}
          placeholder={t("log.search")}
          aria-label={t("log.search")}
          onChange={(event) => {
            setQuery(event.target.value);
            setFound(null);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              find(event.shiftKey);
            }
          }}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t("log.previous")}
          onClick={() => find(true)}
        >
          <ArrowUp size={14} aria-hidden />
        </button>
        <button type="button" className="icon-button" aria-label={t("log.next")} onClick={() => find(false)}>
          <ArrowDown size={14} aria-hidden />
        </button>
        <span role="status" className="terminal-note">
          {found === false ? t("log.not_found") : (note ?? "")}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={t("log.bottom")}
          onClick={() => parts.current?.terminal.scrollToBottom()}
        >
          <ChevronsDown size={14} aria-hidden />
        </button>
      </div>
      <div
        ref={host}
        className="terminal-screen"
        role="region"
        aria-label={label}
        tabIndex={0}
        onKeyDown={scroll}
        data-testid="terminal"
      />
    </div>
  );
}
