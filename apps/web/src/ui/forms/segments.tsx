import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<Name extends string> {
  /** The accessible name. */
  label: string
  choices: readonly { name: Name; label: string }[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** A segmented control: a few choices side by side, one selected. */
export function Segments<Name extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Name>) {
  const group = useId()
  return (
    <fieldset className={classes.bar}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.name} className={classes.choice}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={choice.name === chosen}
            onChange={() => onChoose(choice.name)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
