import { storeMessages, storeUpdate } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { createRandomId } from '../../ui/browser/random-id.ts'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import classes from './create-store-form.module.css'
import { StoreNameField } from './name/store-name-field.tsx'
import { useNameCheck } from './name/use-name-check.ts'
import { useCreateStore } from './store-mutations.ts'

/** Creates the store. Only the name is required. All other settings have defaults. */
export function CreateStoreForm({ scope }: { scope: ProjectScope }) {
  const creation = useCreateStore(scope)
  const { form, field, submit, isPending } = useContractForm(storeUpdate, {
    initialValues: { name: '' },
    errorFields: { STORE_NAME_TAKEN: 'name' },
    send: ({ name }) => creation.mutateAsync(name),
    onError: (error) => void showErrorToast(error, { fallback: storeMessages.createFailed }),
  })
  // The name check needs a store id. For a store that does not exist yet, any id works, so a random id is used.
  const [storeId] = useState(createRandomId)
  const check = useNameCheck({ storeId, typed: form.values.name })

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <StoreNameField check={check} placeholder="Mia’s Finds" {...field('name')} />
      <Button type="submit" fullWidth loading={isPending}>
        Create store
      </Button>
    </form>
  )
}
