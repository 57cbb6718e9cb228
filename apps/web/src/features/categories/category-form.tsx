import { type Category, type CategoryUpdate, categoryMessages, categoryNameMaxLength, categoryUpdate } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { ColorField } from '../../ui/forms/color-field.tsx'
import { ConflictForm, conflictTitle, type FieldTexts } from '../../ui/forms/conflict-form.tsx'
import { createScheduleTexts, ScheduleFields, ScheduleNote } from '../../ui/forms/schedule-fields.tsx'
import { type ConflictingField, useRevisedForm } from '../../ui/forms/use-revised-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { PageAddressField } from '../stores/page-address/page-address-field.tsx'
import classes from './category-form.module.css'
import { categoryListQuery, useCreateCategory, usePatchCategory } from './category-queries.ts'
import { CollectionFields } from './collection-fields.tsx'

/** Suggested colors of categories. Each color can be told from the others, on light and dark surfaces. */
const categorySwatches = [
  { name: 'Blue', color: '#3b82f6' },
  { name: 'Violet', color: '#8b5cf6' },
  { name: 'Pink', color: '#ec4899' },
  { name: 'Red', color: '#ef4444' },
  { name: 'Amber', color: '#f59e0b' },
  { name: 'Teal', color: '#14b8a6' },
  { name: 'Gray', color: '#6b7280' },
] as const

/**
 * The conflicting fields that the user is asked about. The form shows the question in place of its own fields, because
 * a new dialog would replace the form's dialog.
 */
interface Question {
  fields: readonly ConflictingField[]
  answer: (theirs: readonly string[] | undefined) => void
}

interface CategoryFormProps {
  scope: ProjectScope
  defaultColor: string
  /** The time zone of the project. */
  timeZone: string
  /** Undefined to add a category. */
  category: Category | undefined
  onClose: () => void
}

export function CategoryForm({ scope, defaultColor, timeZone, category, onClose }: CategoryFormProps) {
  const creation = useCreateCategory(scope)
  const saving = usePatchCategory(scope)
  const [question, setQuestion] = useState<Question>()
  const { form, field, submit, isPending } = useRevisedForm(categoryUpdate, {
    loaded: useLoadedCategory(scope, category),
    toValues: (thing) => ({
      name: thing?.name ?? '',
      slug: thing?.slug ?? '',
      color_hex: thing?.color_hex ?? defaultColor,
      active: thing?.active ?? true,
      description: thing?.description ?? '',
      image_url: thing?.image_url ?? '',
      show_as_row: thing?.show_as_row ?? false,
      show_from: thing?.show_from ?? null,
      show_until: thing?.show_until ?? null,
    }),
    errorFields: { CATEGORY_NAME_TAKEN: 'name', PAGE_SLUG_TAKEN: 'slug', PAGE_SLUG_RESERVED: 'slug' },
    create: creation.mutateAsync,
    patch: (thing, patch) => saving.mutateAsync({ category: thing, patch }),
    ask: (fields) => new Promise((answer) => setQuestion({ fields, answer })),
    onSuccess: onClose,
    onError: (error) => {
      void showErrorToast(error, { fallback: category === undefined ? categoryMessages.createFailed : categoryMessages.updateFailed })
      if (isApiError(error, 'CATEGORY_NOT_FOUND')) onClose()
    },
  })

  if (question !== undefined) {
    const { fields, answer } = question
    const onAnswer: typeof answer = (theirs) => {
      setQuestion(undefined)
      answer(theirs)
    }
    return <ConflictForm title={conflictTitle} fields={fields} texts={createFieldTexts(timeZone)} onAnswer={onAnswer} />
  }
  return (
    <DialogForm action={category === undefined ? 'Add' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput label="Name" required data-autofocus autoComplete="off" maxLength={categoryNameMaxLength} {...field('name')} />
      <div className={classes.address}>
        <PageAddressField
          scope={scope}
          kind="category"
          name={form.values.name}
          savedSlug={category?.slug}
          slug={form.values.slug}
          field={field('slug')}
        />
      </div>
      <div className={classes.color}>
        <ColorField
          label="Color"
          color={form.values.color_hex}
          swatches={[{ name: 'Default', color: defaultColor }, ...categorySwatches.filter(({ color }) => color !== defaultColor)]}
          onChange={(color) => form.setFieldValue('color_hex', color)}
        />
      </div>
      <CollectionFields scope={scope} field={field} imageUrl={form.values.image_url} />
      <DescribedSwitch
        mt="lg"
        label="Show in store"
        description="Visitors of your store can filter by this category."
        {...field('active', { type: 'checkbox' })}
      />
      <div className={classes.schedule}>
        <ScheduleFields schedule={form.values} errors={form.errors} timeZone={timeZone} onChange={form.setFieldValue} />
        <ScheduleNote timeZone={timeZone} />
      </div>
    </DialogForm>
  )
}

/**
 * Returns the category as it is in the loaded list. If the list no longer has it, returns the category as it was when
 * the form opened.
 */
function useLoadedCategory(scope: ProjectScope, opened: Category | undefined): Category | undefined {
  const { data: list = [] } = useQuery(categoryListQuery(scope))
  return opened && (list.find(({ category_id }) => category_id === opened.category_id) ?? opened)
}

/** Returns how each field is shown if another user has changed it at the same time. */
function createFieldTexts(timeZone: string): FieldTexts<CategoryUpdate> {
  return {
    name: { label: 'Name' },
    slug: { label: 'Address' },
    color_hex: { label: 'Color' },
    active: { label: 'Show in store' },
    description: { label: 'Text' },
    image_url: { label: 'Picture', isPicture: true },
    show_as_row: { label: 'Show as a row' },
    ...createScheduleTexts(timeZone),
  }
}
