import { type Store, storeMessages, storeUpdate } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { askInDialog } from '../../../ui/forms/conflict-form.tsx'
import { useRevisedForm } from '../../../ui/forms/use-revised-form.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { useNameCheck } from '../name/use-name-check.ts'
import { usePatchStore } from '../store-mutations.ts'
import { createStoreFieldTexts, toStoreValues } from './store-values.ts'

export type StoreForm = ReturnType<typeof useStoreForm>

/**
 * Returns the form of the store settings. The form is not sent if the name is already taken. `timeZone` is the
 * project's time zone.
 */
export function useStoreForm(scope: ProjectScope, store: Store, timeZone: string) {
  const saving = usePatchStore(scope)
  const { form, field, submit, isPending, hasChanges } = useRevisedForm(storeUpdate, {
    loaded: store,
    toValues: (thing = store) => toStoreValues(thing),
    errorFields: { STORE_NAME_TAKEN: 'name', STORE_HTML_FOR_OWNERS: 'snippet', LINK_NOT_FOUND: 'featured_links' },
    patch: ({ store_id }, patch) => saving.mutateAsync({ store_id, patch }),
    ask: askInDialog(createStoreFieldTexts(timeZone)),
    onSuccess: ({ name }, outcome) => {
      if (outcome === 'unchanged') void showToast({ title: 'Nothing to save', message: name })
    },
    onError: (error) => void showErrorToast(error, { fallback: storeMessages.updateFailed }),
  })
  const nameCheck = useNameCheck({ storeId: store.store_id, currentName: store.name, typed: form.values.name })

  function save(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (nameCheck === 'unavailable') form.getInputNode('name')?.focus()
    else submit(event)
  }

  return { form, field, values: form.values, set: form.setFieldValue, nameCheck, save, isPending, hasChanges }
}
