import { labelNameMaxLength } from '@linkshelf/contract'
import { Autocomplete } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { labelListQuery } from './label-queries.ts'
import { LabelTag } from './label-tag.tsx'
import classes from './labels-field.module.css'
import { colorNewLabels, NewLabelColor, type NewLabelColors } from './new-label-color.tsx'

interface LabelsFieldProps {
  scope: ProjectScope
  /** The labels that the link has. */
  own: readonly string[]
  value: readonly string[]
  onChange: (labels: string[]) => void
  colors: NewLabelColors
  onColors: (colors: NewLabelColors) => void
  error?: React.ReactNode
  'data-autofocus'?: boolean | undefined
  /** The name of the field in its form, which focuses the field if it has an error. */
  'data-path'?: string
}

/** The labels of a link. The user chooses labels of the project, or types labels. A new label can get a color. */
export function LabelsField({ scope, own, value, onChange, colors, onColors, error, ...input }: LabelsFieldProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(labelListQuery(scope))
  const offered = (data ?? []).filter(({ name, active }) => active && !hasLabel(name)).map(({ name }) => name)

  /** The label that the field adds when it loses the focus. */
  const next = toNewName(typed)
  const labels = next === undefined ? value : [...value, next]
  const shown = colorNewLabels(data ?? [], value.filter(isAdded), colors)

  /** Returns whether the label does not exist in the project yet. */
  function isAdded(name: string): boolean {
    return data !== undefined && !own.includes(name) && !data.some((label) => isSameLabel(label.name, name))
  }

  function hasLabel(name: string): boolean {
    return value.some((label) => label.toLowerCase() === name.toLowerCase())
  }

  /** Returns the name of the label that the text adds. Undefined if it adds none. */
  function toNewName(text: string): string | undefined {
    const trimmed = text.trim()
    if (trimmed === '' || hasLabel(trimmed)) return undefined
    return data?.find(({ name }) => isSameLabel(name, trimmed))?.name ?? trimmed
  }

  function addLabel(text: string): void {
    const name = toNewName(text)
    if (name !== undefined) onChange([...value, name])
    setTyped('')
    // The dropdown is closed, because it would cover the labels and the color of a new label.
    setOpen(false)
  }

  return (
    <div>
      <Autocomplete
        {...input}
        label="Labels"
        placeholder={value.length === 0 ? 'Choose or type a label' : 'Another label'}
        maxLength={labelNameMaxLength}
        limit={50}
        data={offered}
        value={typed}
        onChange={setTyped}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onOptionSubmit={addLabel}
        onBlur={() => addLabel(typed)}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return
          event.preventDefault()
          addLabel(typed)
        }}
        error={error}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        classNames={{ options: classes.options }}
      />
      {/* Space is reserved for the typed label, so that Save does not move when a click on it adds the label. */}
      {labels.length > 0 && (
        <div className={classes.labels}>
          {labels.map((label) => (
            <button
              key={label}
              type="button"
              className={classes.label}
              data-reserved={label === next || undefined}
              aria-label={`Remove label ${label}`}
              onClick={() => onChange(value.filter((one) => one !== label))}
            >
              <LabelTag name={label} color={shown.get(label)}>
                {label} <IconX aria-hidden size={11} stroke={2.4} />
              </LabelTag>
            </button>
          ))}
        </div>
      )}
      {labels.filter(isAdded).map((name) => (
        <div key={name} className={classes.color} data-reserved={name === next || undefined}>
          <span>New label “{name}”</span>
          <NewLabelColor name={name} color={shown.get(name)} onChange={(color) => onColors(new Map(colors).set(name, color))} />
        </div>
      ))}
    </div>
  )
}

function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
