/** The frame of every page: title (which takes the focus on arrival), what it is about, and what can be done. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatRoute, type Route } from "../app/router.ts";

export interface Crumb {
  readonly label: string;
  readonly to: Route;
}

interface PageProps {
  readonly title: ReactNode;
  /** For the window's title bar and for the focus on arrival: another name is another page. */
  readonly name: string;
  readonly lead?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly actions?: ReactNode;
  readonly width?: "form" | "full";
  readonly children: ReactNode;
}

let arrivals = 0;

export function Page({ title, name, lead, crumbs = [], actions, width = "full", children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · MLE Workbench`;
    arrivals += 1;
    // The first page leaves the focus at the top, so that the skip link is the first stop.
    if (arrivals > 1) heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <div className={`page page-${width}`}>
      <header className="page-head">
        <div className="page-title">
          {crumbs.length > 0 && (
            <ol className="crumbs">
              {crumbs.map((crumb) => (
                <li key={crumb.label}>
                  <a href={formatRoute(crumb.to)}>{crumb.label}</a>
                  <ChevronRight size={12} aria-hidden />
                </li>
              ))}
            </ol>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
        {lead !== undefined && <div className="lead">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
