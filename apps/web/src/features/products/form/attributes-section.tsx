import { attributeNameMaxLength, attributesPerProduct, attributeValueMaxLength, productMessages } from '@linkshelf/contract'
import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { ListItemActions } from '../../../ui/tables/list-item-actions.tsx'
import { CollapsedSection } from './form-section.tsx'
import classes from './product-form.module.css'
import type { ProductForm } from './use-product-form.ts'

/**
 * Edits the names and values of attributes, in the owner's order. A new attribute can be added only if all others are
 * complete.
 */
export function AttributesSection({ form: { form } }: { form: ProductForm }) {
  const [announcement, setAnnouncement] = useState('')
  const rows = form.values.attributes

  function focus(index: number, part: 'name' | 'value'): void {
    form.getInputNode(`attributes.${index}.${part}`)?.focus()
  }

  function add(): void {
    const incomplete = rows.findIndex(({ name, value }) => name.trim() === '' || value.trim() === '')
    if (incomplete === -1) {
      // The update is synchronous, so that the new field exists and can get the focus.
      flushSync(() => form.insertListItem('attributes', { name: '', value: '' }))
      focus(rows.length, 'name')
      return
    }
    const part = rows[incomplete]?.name.trim() === '' ? 'name' : 'value'
    form.setFieldError(`attributes.${incomplete}.${part}`, productMessages.attributeIncomplete)
    focus(incomplete, part)
  }

  function move(from: number, to: number): void {
    setAnnouncement(`${labelAttribute(rows[from], from)} moved to position ${to + 1}.`)
    form.reorderListItem('attributes', { from, to })
  }

  function remove(index: number): void {
    setAnnouncement(`${labelAttribute(rows[index], index)} removed.`)
    flushSync(() => form.removeListItem('attributes', index))
    document.getElementById(addButtonId)?.focus()
  }

  return (
    <CollapsedSection
      title="Product Attributes"
      summary={rows.length === 0 ? 'Facts, such as Width: 12 cm' : formatCount(rows.length, 'attribute')}
    >
      {rows.length > 0 && (
        <ul className={classes.attributes} aria-label="Attributes">
          {rows.map((row, index) => {
            const name = labelAttribute(row, index)
            return (
              // Rows have no ids, and two rows can have the same text while the user types.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className={classes.attribute}>
                <TextInput
                  aria-label={`Name of attribute ${index + 1}`}
                  placeholder="Name"
                  autoComplete="off"
                  maxLength={attributeNameMaxLength}
                  {...form.getInputProps(`attributes.${index}.name`)}
                />
                <TextInput
                  aria-label={`Value of attribute ${index + 1}`}
                  placeholder="Value"
                  autoComplete="off"
                  maxLength={attributeValueMaxLength}
                  {...form.getInputProps(`attributes.${index}.value`)}
                />
                <div className={classes.attributeActions}>
                  <ListItemActions
                    name={name}
                    index={index}
                    count={rows.length}
                    onMove={(to) => move(index, to)}
                    onRemove={() => remove(index)}
                  />
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {form.errors.attributes && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.attributes}
        </Text>
      )}
      <Button
        id={addButtonId}
        variant="default"
        className={classes.start}
        disabled={rows.length >= attributesPerProduct}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={add}
      >
        Add attribute
      </Button>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </CollapsedSection>
  )
}

const addButtonId = 'add-attribute'

function labelAttribute(row: { name: string } | undefined, index: number): string {
  return row?.name.trim() || `attribute ${index + 1}`
}
