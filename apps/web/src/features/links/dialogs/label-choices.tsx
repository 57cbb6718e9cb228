import { type Link, labelNameMaxLength } from '@linkshelf/contract'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { LabelTag } from '../label-color.tsx'
import classes from './label-links-form.module.css'
import { type LabelEdits, labelCoverage } from './link-label-changes.ts'

/** The maximum shown; typing filters the others. */
const maxShown = 100

interface LabelChoicesProps {
  offered: readonly string[]
  links: readonly Link[]
  wanted: LabelEdits
  onWant: (label: string, isWanted: boolean) => void
}

export function LabelChoices({ offered, links, wanted, onWant }: LabelChoicesProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const found = offered.filter((label) => label.toLowerCase().includes(name.toLowerCase()))
  const known = offered.find((label) => label.toLowerCase() === name.toLowerCase())

  /** Selects the label of that name, or a new one. */
  function addTyped(): void {
    onWant(known ?? name, true)
    setTyped('')
    field.current?.focus()
  }

  return (
    <>
      <TextInput
        ref={field}
        type="text"
        aria-label="Find or create a label"
        placeholder="Find or create a label"
        data-autofocus
        autoComplete="off"
        maxLength={labelNameMaxLength}
        leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // With nothing typed, Enter saves as in any form.
          if (event.key !== 'Enter' || name === '') return
          event.preventDefault()
          addTyped()
        }}
      />
      <div className={classes.list}>
        {name !== '' && known === undefined && (
          <Button
            variant="subtle"
            size="compact-md"
            justify="flex-start"
            leftSection={<IconPlus aria-hidden size={16} />}
            onClick={addTyped}
          >
            Create “{name}”
          </Button>
        )}
        {found.slice(0, maxShown).map((label) => {
          const carried = labelCoverage(links, label)
          const isWanted = wanted.get(label) ?? carried === 'all'
          return (
            <Checkbox
              key={label}
              label={<LabelTag name={label} />}
              checked={isWanted}
              indeterminate={!wanted.has(label) && carried === 'some'}
              onChange={(event) => onWant(label, event.currentTarget.checked)}
            />
          )
        })}
        {found.length > maxShown && (
          <Text size="sm" c="dimmed">
            And {found.length - maxShown} more: type a part of the name.
          </Text>
        )}
        {offered.length === 0 && name === '' && (
          <Text size="sm" c="dimmed" py="lg" ta="center">
            No labels yet. Type a name to create the first one.
          </Text>
        )}
      </div>
    </>
  )
}
