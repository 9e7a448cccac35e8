/** A JSON text as a tree that opens level by level: what is closed is not drawn, so that depth and size cost nothing. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useReader } from "../app/settings.tsx";
import { visibleText } from "./visible-text.ts";

/** So many members of one object or list are drawn before the reader asks for more. */
const shownAtOnce = 100;
/** Levels that are open at first. */
const openAtFirst = 2;

export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <ul className="json-tree" aria-label={label}>
      <Member name={null} value={value} level={0} />
    </ul>
  );
}

interface MemberProps {
  /** Name in an object, position in a list; null for the whole. */
  readonly name: string | number | null;
  readonly value: unknown;
  readonly level: number;
}

function Member({ name, value, level }: MemberProps) {
  const { t, plural } = useReader();
  const [open, setOpen] = useState(level < openAtFirst);
  const [shown, setShown] = useState(shownAtOnce);
  const title = name === null ? null : <span className="json-name">{visibleText(String(name))}</span>;
  if (typeof value !== "object" || value === null)
    return (
      <li className="json-leaf">
        {title}
        <Scalar value={value} />
      </li>
    );
  const isList = Array.isArray(value);
  const members: [string | number, unknown][] = isList ? [...value.entries()] : Object.entries(value);
  const size = plural(isList ? "json.items" : "json.members", members.length);
  if (members.length === 0)
    return (
      <li className="json-leaf">
        {title}
        <span className="quiet">{isList ? "[ ]" : "{ }"}</span>
      </li>
    );
  return (
    <li>
      <button type="button" className="json-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        {title}
        <span className="quiet">{size}</span>
      </button>
      {open && (
        <ul>
          {members.slice(0, shown).map(([key, one]) => (
            <Member key={key} name={key} value={one} level={level + 1} />
          ))}
          {members.length > shown && (
            <li>
              <button type="button" className="link-button" onClick={() => setShown(shown + shownAtOnce)}>
                {t("json.more", { n: members.length - shown })}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value === "string") return <span className="json-text break">{visibleText(value)}</span>;
  return <span className="json-plain">{String(value)}</span>;
}
