import { type Store, storeMessages, storeUpdate } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useNameCheck } from '../name/use-name-check.ts'
import { useUpdateStore } from '../store-mutations.ts'
import { changedContent, omitEmptyFields, toValues } from './store-values.ts'

export type StoreForm = ReturnType<typeof useStoreForm>

/** Returns the settings of a store while they are edited. A name that is taken is not sent. */
export function useStoreForm(scope: ProjectScope, store: Store) {
  const update = useUpdateStore(scope)
  const { form, field, submit, isPending } = useContractForm(storeUpdate, {
    initialValues: toValues(store),
    errorFields: { STORE_NAME_TAKEN: 'name', STORE_HTML_FOR_OWNERS: 'snippet', LINK_NOT_FOUND: 'featured_links' },
    send: async (draft) => {
      const changes = { ...omitEmptyFields(draft), ...changedContent(draft, store) }
      accept(await update.mutateAsync({ store_id: store.store_id, update: changes }))
    },
    onError: (error) => void showErrorToast(error, { fallback: storeMessages.updateFailed }),
  })
  const nameCheck = useNameCheck({ storeId: store.store_id, currentName: store.name, typed: form.values.name })

  /** Shows the values as the server stored them. */
  function accept(saved: Store): void {
    const values = toValues(saved)
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }

  function save(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (nameCheck === 'unavailable') form.getInputNode('name')?.focus()
    else submit(event)
  }

  return { form, field, values: form.values, set: form.setFieldValue, nameCheck, save, isPending, hasChanges: form.isDirty() }
}
