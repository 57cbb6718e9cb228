import { type Category, categoriesPerProduct, categoryDraft, categoryMessages, categoryNameMaxLength } from '@linkshelf/contract'
import { CloseButton, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoryListQuery, useCreateCategory } from '../../../features/categories/category-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { FormSection } from '../../../features/products/form/form-section.tsx'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'
import { toErrorDetails } from '../../../ui/error-details.ts'
import { type SearchOption, SearchSelect } from '../../../ui/forms/search-select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import classes from '../product-editor.module.css'

/** The value of the option that creates a category. It contains a space, so it differs from every id. */
const createValue = 'create category'

/** The categories of a product. The user can create a new category here. */
export function ProductCategories({ form: { form } }: { form: ProductForm }) {
  const { scope } = useProject()
  const list = useQuery(categoryListQuery(scope))
  const creation = useCreateCategory(scope)
  const [typed, setTyped] = useState('')
  const chosen = form.values.categories
  const categories = list.data ?? []

  function toggle(categoryId: string): void {
    const others = chosen.filter((id) => id !== categoryId)
    form.setFieldValue('categories', chosen.includes(categoryId) ? others : [...others, categoryId])
  }

  async function choose(value: string): Promise<void> {
    if (value !== createValue) toggle(value)
    else {
      const { category_id } = await creation.mutateAsync(categoryDraft.parse({ name: typed }))
      form.setFieldValue('categories', (now) => [...now, category_id])
    }
    setTyped('')
  }

  function chooseOrReport(value: string): void {
    choose(value).catch((error) => showErrorToast(error, { fallback: categoryMessages.createFailed }))
  }

  return (
    <FormSection title="Categories">
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label="Chosen categories">
          {categories
            .filter(({ category_id }) => chosen.includes(category_id))
            .map(({ category_id, name, color_hex }) => (
              <li key={category_id}>
                <Tag color={color_hex}>{name}</Tag>
                <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => toggle(category_id)} />
              </li>
            ))}
        </ul>
      )}
      <SearchSelect
        label="Add categories"
        placeholder="Find or create a category"
        maxLength={categoryNameMaxLength}
        typed={typed}
        onType={setTyped}
        isLoading={list.isPending || creation.isPending}
        options={listCategoryOptions(categories, chosen, typed)}
        empty={list.isError ? toErrorDetails(list.error).message : 'No categories yet. Type a name to create the first one.'}
        error={form.errors.categories}
        disabled={chosen.length >= categoriesPerProduct}
        onChoose={chooseOrReport}
      />
    </FormSection>
  )
}

function listCategoryOptions(categories: readonly Category[], chosen: readonly string[], typed: string): SearchOption[] {
  const term = typed.trim().toLowerCase()
  const found = categories.filter(({ name }) => name.toLowerCase().includes(term))
  const options: SearchOption[] = found.map((category) => ({
    value: category.category_id,
    content: <CategoryOption category={category} isChosen={chosen.includes(category.category_id)} />,
  }))
  if (term === '' || categories.some(({ name }) => name.toLowerCase() === term)) return options
  const create = (
    <span className={classes.option}>
      <IconPlus aria-hidden size={16} />
      Create “{typed.trim()}”
    </span>
  )
  return [...options, { value: createValue, content: create }]
}

function CategoryOption({ category: { name, color_hex, active }, isChosen }: { category: Category; isChosen: boolean }) {
  return (
    <span className={classes.option}>
      <span className={classes.dot} style={{ background: color_hex }} aria-hidden />
      <span className={classes.grow}>{name}</span>
      {!active && (
        <Text size="xs" c="dimmed" component="span">
          Hidden
        </Text>
      )}
      {isChosen && (
        <>
          <IconCheck aria-hidden size={16} />
          <span className="visually-hidden">chosen</span>
        </>
      )}
    </span>
  )
}
