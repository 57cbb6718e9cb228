import { computeLabelColor, type Label } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Can } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { OpenLabelDialog } from './label-dialogs.tsx'
import classes from './label-list.module.css'
import { LabelDot } from './label-tag.tsx'

/** The search field is shown if there are more labels than this. */
const searchedFrom = 12

export function LabelList({ labels, onDialog }: { labels: readonly Label[]; onDialog: OpenLabelDialog }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const isSearched = labels.length > searchedFrom
  const searchTerm = isSearched ? typed.trim().toLowerCase() : ''
  const shown = labels.filter(({ name }) => name.toLowerCase().includes(searchTerm))

  function clear(): void {
    setTyped('')
    field.current?.focus()
  }

  return (
    <>
      {isSearched && (
        <SearchField
          ref={field}
          className={classes.search}
          label="Search labels"
          placeholder="Search labels"
          typed={typed}
          onType={setTyped}
          onClear={clear}
        />
      )}
      <Card p={0}>
        {shown.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl" px="md" role="status">
            No label contains “{typed.trim()}”.
          </Text>
        ) : (
          <ul className={classes.list} aria-label="Labels">
            {shown.map((label) => (
              <LabelRow key={label.label_id} label={label} onDialog={onDialog} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function LabelRow({ label, onDialog }: { label: Label; onDialog: OpenLabelDialog }) {
  return (
    <li className={classes.row}>
      <LabelDot color={label.color_hex ?? computeLabelColor(label.name)} />
      <span className={classes.name}>{label.name}</span>
      <Tag tone={label.active ? 'good' : 'neutral'}>{label.active ? 'Active' : 'Inactive'}</Tag>
      <span className={classes.actions}>
        <Can call="labels.update">
          <IconAction action="Edit" name={label.name} Icon={IconPencil} onClick={(button) => onDialog('edit', label, button)} />
          <IconAction action="Delete" name={label.name} Icon={IconTrash} onClick={(button) => onDialog('delete', label, button)} />
        </Can>
      </span>
    </li>
  )
}
