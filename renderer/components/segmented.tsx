/** A small set of choices, all in view: radio buttons that look like one control. */
import { useId } from "react";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SegmentedProps<T extends string> {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string>({
  legend,
  hideLegend,
  choices,
  value,
  onChange,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className={hideLegend === true ? "visually-hidden" : "label"}>{legend}</legend>
      <div className="segments">
        {choices.map((choice) => (
          <label key={choice.value} className="segment" data-checked={choice.value === value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
