/** The charts that need Recharts, loaded where one is first shown: no other screen waits for that library. */
import { lazy, type ReactNode, Suspense } from "react";

export const LazyTimeChart = lazy(() => import("./time-chart.tsx"));
export const LazyPairsChart = lazy(() => import("./pairs-chart.tsx"));

interface ChartFrameProps {
  /** The sentence that stands for the picture; its numbers stand in a table. */
  readonly label: string;
  readonly size: "time" | "pairs";
  readonly children: ReactNode;
}

/** A place of fixed height, so that nothing moves when the library arrives. */
export function ChartFrame({ label, size, children }: ChartFrameProps) {
  return (
    <div className={`chart chart-${size}`} role="img" aria-label={label}>
      <Suspense fallback={<span className="loading-line" />}>{children}</Suspense>
    </div>
  );
}
