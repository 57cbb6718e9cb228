import type { Category, Product } from '@linkshelf/contract'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectScope } from '../../../api.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useBulkChangeProducts } from '../product-mutations.ts'
import classes from './categorize-form.module.css'

const choices = [
  { name: 'add_categories', label: 'Add' },
  { name: 'remove_categories', label: 'Remove' },
] as const

/** The search field is shown above this count. */
const searchedFrom = 12

interface CategorizeFormProps {
  scope: ProjectScope
  products: readonly Product[]
  /** Those of the project. */
  categories: readonly Category[]
  onClose: () => void
}

/** Adds categories to several products, or removes them. */
export function CategorizeForm({ scope, products, categories, onClose }: CategorizeFormProps) {
  const change = useBulkChangeProducts(scope)
  const [action, setAction] = useState<(typeof choices)[number]['name']>('add_categories')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const isSearched = categories.length > searchedFrom
  const term = isSearched ? typed.trim().toLowerCase() : ''
  const shown = categories.filter(({ name }) => name.toLowerCase().includes(term))

  return (
    <DialogForm
      action={action === 'add_categories' ? 'Add Categories' : 'Remove Categories'}
      isWorking={change.isPending}
      isDisabled={chosen.length === 0}
      onSubmit={() => change.mutate({ products, action, categoryIds: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Segments label="What to do" choices={choices} chosen={action} onChoose={setAction} />
      {isSearched && (
        <TextInput
          mt="md"
          type="text"
          aria-label="Search categories"
          placeholder="Search categories"
          leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.choices} aria-label="Categories">
        {shown.map(({ category_id, name, color_hex }) => (
          <Checkbox
            key={category_id}
            label={<Tag color={color_hex}>{name}</Tag>}
            checked={chosen.includes(category_id)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((ids) => (checked ? [...ids, category_id] : ids.filter((id) => id !== category_id)))
            }
          />
        ))}
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {categories.length === 0 ? 'No categories yet. Create one on the screen of the categories first.' : 'No categories found.'}
          </Text>
        )}
      </fieldset>
    </DialogForm>
  )
}
