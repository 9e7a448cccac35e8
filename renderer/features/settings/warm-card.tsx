import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useCall } from "../../connection/use-call.ts";

/** Whether a box waits with its libraries loaded, and what that costs now. */
export function WarmCard() {
  const { t, settings, change, format } = useReader();
  const boxes = useCall("sandbox.waiting", {});
  const bytes = boxes.data?.waiting.reduce((sum, box) => sum + box.memoryBytes, 0) ?? 0;
  return (
    <Card title={t("settings.warm")}>
      <Segmented
        legend={t("settings.warm.legend")}
        value={settings.warm}
        onChange={(warm) => change({ warm })}
        choices={[
          { value: "on", label: t("settings.warm.on") },
          { value: "off", label: t("settings.warm.off") },
        ]}
      />
      <p className="help">{t("settings.warm.help")}</p>
      <p className="help">
        {settings.warm === "on" && bytes > 0
          ? t("settings.warm.costs", { bytes: format.bytes(bytes) })
          : t("settings.warm.none")}
      </p>
    </Card>
  );
}
