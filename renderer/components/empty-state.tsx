import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon size={24} aria-hidden strokeWidth={1.5} />
      <p className="empty-title">{title}</p>
      {text !== undefined && <p className="quiet">{text}</p>}
      {children !== undefined && <div className="row center">{children}</div>}
    </div>
  );
}
