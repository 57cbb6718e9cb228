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

  const added =
    data === undefined ? [] : value.filter((name) => !own.includes(name) && !data.some((label) => isSameLabel(label.name, name)))
  const shown = colorNewLabels(data ?? [], added, colors)

  function hasLabel(name: string): boolean {
    return value.some((label) => label.toLowerCase() === name.toLowerCase())
  }

  function addLabel(name: string): void {
    const trimmed = name.trim()
    if (trimmed !== '' && !hasLabel(trimmed)) onChange([...value, data?.find((label) => isSameLabel(label.name, trimmed))?.name ?? trimmed])
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
      {value.length > 0 && (
        <div className={classes.labels}>
          {value.map((label) => (
            <button
              key={label}
              type="button"
              className={classes.label}
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
      {added.map((name) => (
        <div key={name} className={classes.color}>
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
