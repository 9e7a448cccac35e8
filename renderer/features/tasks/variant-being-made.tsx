import { useEffect, useState } from "react";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";

/** A generator says nothing of how far it is: what is known is that it runs, and for how long. */
export function VariantBeingMade({ variant, since }: { readonly variant: number; readonly since: number }) {
  const { t, format } = useReader();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = window.setInterval(tick, 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <Card>
      <div className="stack-tight">
        <div className="row between">
          <span role="status">{t("data.making", { n: variant })}</span>
          {/* Not for screen readers: it would be read out every second. */}
          <span className="quiet" aria-hidden>
            {format.roundSeconds(Math.max(0, Math.round((now - since) / 1000)))}
          </span>
        </div>
        <div className="meter" aria-hidden>
          <span className="meter-fill fill-accent meter-unknown" />
        </div>
        <p className="help">{t("data.making.help")}</p>
      </div>
    </Card>
  );
}
