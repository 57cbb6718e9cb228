import { type Category, type CategoryUpdate, categoryMessages, categoryNameMaxLength, categoryUpdate } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import type { ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { ColorField } from '../../ui/forms/color-field.tsx'
import { ScheduleFields, ScheduleNote } from '../../ui/forms/schedule-fields.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import classes from './category-form.module.css'
import { useCreateCategory, useUpdateCategory } from './category-queries.ts'

/** Suggested colors of categories: each can be told from the others, on light and dark surfaces. */
const categorySwatches = [
  { name: 'Blue', color: '#3b82f6' },
  { name: 'Violet', color: '#8b5cf6' },
  { name: 'Pink', color: '#ec4899' },
  { name: 'Red', color: '#ef4444' },
  { name: 'Amber', color: '#f59e0b' },
  { name: 'Teal', color: '#14b8a6' },
  { name: 'Gray', color: '#6b7280' },
] as const

interface CategoryFormProps {
  scope: ProjectScope
  defaultColor: string
  /** The time zone of the project. */
  timeZone: string
  /** Undefined to add one. */
  category: Category | undefined
  onClose: () => void
}

export function CategoryForm({ scope, defaultColor, timeZone, category, onClose }: CategoryFormProps) {
  const creation = useCreateCategory(scope)
  const update = useUpdateCategory(scope)
  const { form, field, submit, isPending } = useContractForm(categoryUpdate, {
    initialValues: {
      name: category?.name ?? '',
      color_hex: category?.color_hex ?? defaultColor,
      active: category?.active ?? true,
      show_from: category?.show_from ?? null,
      show_until: category?.show_until ?? null,
    },
    send: async (draft) => {
      if (category === undefined) await creation.mutateAsync(draft)
      else if (isChanged(category, draft)) await update.mutateAsync({ category, update: draft })
    },
    onSuccess: onClose,
    onError: (error) => {
      void showErrorToast(error, { fallback: category === undefined ? categoryMessages.createFailed : categoryMessages.updateFailed })
      if (isApiError(error, 'CATEGORY_NOT_FOUND')) onClose()
    },
  })

  return (
    <DialogForm action={category === undefined ? 'Add' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput label="Name" required data-autofocus autoComplete="off" maxLength={categoryNameMaxLength} {...field('name')} />
      <div className={classes.color}>
        <ColorField
          label="Color"
          color={form.values.color_hex}
          swatches={[{ name: 'Default', color: defaultColor }, ...categorySwatches.filter(({ color }) => color !== defaultColor)]}
          onChange={(color) => form.setFieldValue('color_hex', color)}
        />
      </div>
      <DescribedSwitch
        mt="lg"
        label="Active"
        description="Visitors of your store see active categories only."
        {...field('active', { type: 'checkbox' })}
      />
      <div className={classes.schedule}>
        <ScheduleFields schedule={form.values} errors={form.errors} timeZone={timeZone} onChange={form.setFieldValue} />
        <ScheduleNote timeZone={timeZone} />
      </div>
    </DialogForm>
  )
}

function isChanged(category: Category, draft: CategoryUpdate): boolean {
  return (['name', 'color_hex', 'active', 'show_from', 'show_until'] as const).some((name) => draft[name] !== category[name])
}
