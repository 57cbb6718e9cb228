import { type Label, type Link, labelNameMaxLength } from '@linkshelf/contract'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { LabelTag } from '../../labels/label-tag.tsx'
import { colorNewLabels, NewLabelColor, type NewLabelColors } from '../../labels/new-label-color.tsx'
import { computeLabelCoverage, type LabelEdits } from '../link-label-changes.ts'
import classes from './label-links-form.module.css'

/** Maximum number of labels shown. Typing filters the list. */
const maxShown = 100

interface LabelChoicesProps {
  /** The labels of the project. */
  labels: readonly Label[]
  offered: readonly string[]
  links: readonly Link[]
  wanted: LabelEdits
  /** Returns whether the project does not have this label yet. */
  isNew: (label: string) => boolean
  colors: NewLabelColors
  onColors: (colors: NewLabelColors) => void
  onWant: (label: string, isWanted: boolean) => void
}

export function LabelChoices({ labels, offered, links, wanted, isNew, colors, onColors, onWant }: LabelChoicesProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const found = offered.filter((label) => label.toLowerCase().includes(name.toLowerCase()))
  const known = offered.find((label) => label.toLowerCase() === name.toLowerCase())
  const added = [...wanted].filter(([label, isWanted]) => isWanted && isNew(label)).map(([label]) => label)
  const shown = colorNewLabels(labels, name !== '' && known === undefined ? [...added, name] : added, colors)
  const createColorHandler = (label: string) => (color: string) => onColors(new Map(colors).set(label, color))

  /** Selects the label with the typed name, or a new label. */
  function addTyped(): void {
    onWant(known ?? name, true)
    setTyped('')
    field.current?.focus()
  }

  /** Adds the label on Enter if a name is typed. If the field is empty, Enter submits the form. */
  function addOnEnter(event: React.KeyboardEvent): void {
    if (event.key !== 'Enter' || name === '') return
    event.preventDefault()
    addTyped()
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
        onKeyDown={addOnEnter}
      />
      <div className={classes.list}>
        {name !== '' && known === undefined && (
          <div className={classes.choice}>
            <Button
              variant="subtle"
              size="compact-md"
              justify="flex-start"
              leftSection={<IconPlus aria-hidden size={16} />}
              onClick={addTyped}
            >
              Create “{name}”
            </Button>
            <NewLabelColor name={name} color={shown.get(name)} onChange={createColorHandler(name)} onKeyDown={addOnEnter} />
          </div>
        )}
        {found.slice(0, maxShown).map((label) => {
          const carried = computeLabelCoverage(links, label)
          const isWanted = wanted.get(label) ?? carried === 'all'
          return (
            <div key={label} className={classes.choice}>
              <Checkbox
                label={<LabelTag name={label} color={shown.get(label)} />}
                checked={isWanted}
                indeterminate={!wanted.has(label) && carried === 'some'}
                onChange={(event) => onWant(label, event.currentTarget.checked)}
              />
              {isWanted && isNew(label) && <NewLabelColor name={label} color={shown.get(label)} onChange={createColorHandler(label)} />}
            </div>
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
