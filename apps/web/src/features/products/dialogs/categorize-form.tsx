import { type Category, categoryMessages, categoryNameMaxLength, type Product } from '@linkshelf/contract'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useBulkChangeProducts } from '../product-mutations.ts'
import classes from './categorize-form.module.css'

const choices = [
  { name: 'add_categories', label: 'Add' },
  { name: 'remove_categories', label: 'Remove' },
] as const

/** The search field is shown if there are more categories than this. */
const maxUnsearchedCategories = 12

/** Creates a category with this name. */
export type CreateCategory = (name: string) => Promise<Category>

interface CategorizeFormProps {
  scope: ProjectScope
  products: readonly Product[]
  /** All categories of the project. */
  categories: readonly Category[]
  createCategory: CreateCategory
  onClose: () => void
}

/** Adds categories to several products, or removes them. The form can also create a category. */
export function CategorizeForm({ scope, products, categories: listed, createCategory, onClose }: CategorizeFormProps) {
  const change = useBulkChangeProducts(scope)
  const [action, setAction] = useState<(typeof choices)[number]['name']>('add_categories')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [created, setCreated] = useState<readonly Category[]>([])
  const categories = [...listed, ...created]
  const isSearched = categories.length > maxUnsearchedCategories
  const term = isSearched ? typed.trim().toLowerCase() : ''
  function chooseCategory({ category_id }: Category): void {
    setTyped('')
    setChosen((ids) => (ids.includes(category_id) ? ids : [...ids, category_id]))
  }

  const shown = categories.filter(({ name }) => name.toLowerCase().includes(term))

  return (
    <DialogForm
      action={action === 'add_categories' ? 'Add categories' : 'Remove categories'}
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
            {categories.length === 0 ? 'No categories yet.' : 'No categories found.'}
          </Text>
        )}
      </fieldset>
      {action === 'add_categories' && (
        <NewCategory
          categories={categories}
          createCategory={createCategory}
          onCreated={(category) => {
            setCreated((now) => [...now, category])
            chooseCategory(category)
          }}
          onFound={chooseCategory}
        />
      )}
    </DialogForm>
  )
}

interface NewCategoryProps {
  categories: readonly Category[]
  createCategory: CreateCategory
  onCreated: (category: Category) => void
  /** Called with the existing category if a category already has the typed name. */
  onFound: (category: Category) => void
}

function NewCategory({ categories, createCategory, onCreated, onFound }: NewCategoryProps) {
  const [name, setName] = useState('')
  const [isWorking, setWorking] = useState(false)

  async function create(): Promise<void> {
    const wanted = name.trim()
    if (wanted === '' || isWorking) return
    const present = categories.find((category) => category.name.toLowerCase() === wanted.toLowerCase())
    if (present !== undefined) onFound(present)
    else {
      setWorking(true)
      const category = await createCategory(wanted).finally(() => setWorking(false))
      onCreated(category)
    }
    setName('')
  }

  const createOrReport = () => void create().catch((error) => showErrorToast(error, { fallback: categoryMessages.createFailed }))

  return (
    <div className={classes.create}>
      <TextInput
        label="New category"
        autoComplete="off"
        maxLength={categoryNameMaxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // If the event were not canceled, Enter would submit the form around this field.
          event.preventDefault()
          createOrReport()
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden size={16} />}
        loading={isWorking}
        disabled={name.trim() === ''}
        onClick={createOrReport}
      >
        Create
      </Button>
    </div>
  )
}
