import { useReader } from "../app/settings.tsx";

/** Grey lines where the answer will be; said once to screen readers. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useReader();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("state.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="loading-line" style={{ width: `${92 - ((line * 23) % 40)}%` }} />
      ))}
    </div>
  );
}
