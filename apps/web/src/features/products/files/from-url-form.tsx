import { destinationForm, type ProductSuggestion } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { SuggestionForm } from './suggestion-form.tsx'
import { useSuggestProduct } from './suggestion-mutations.ts'

interface FromUrlFormProps {
  scope: ProjectScope
  onAdded: (productId: string) => void
  onClose: () => void
}

/** The address of a product in a shop; then what its page says, to be corrected. */
export function FromUrlForm({ scope, onAdded, onClose }: FromUrlFormProps) {
  const [suggestion, setSuggestion] = useState<ProductSuggestion>()
  const suggest = useSuggestProduct(scope)
  const { field, submit, isPending } = useContractForm(destinationForm, {
    initialValues: { target: '' },
    send: async ({ target }) => setSuggestion(await suggest.mutateAsync(target)),
    onError: (error) => void showErrorToast(error, { fallback: 'The page could not be read. Please try again.' }),
  })

  if (suggestion !== undefined) return <SuggestionForm scope={scope} suggestion={suggestion} onAdded={onAdded} onClose={onClose} />
  return (
    <DialogForm action="Continue" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        type="url"
        label="Product URL"
        description="The page of the product in a shop, as you want to link to it."
        placeholder="https://shop.example/lamp"
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...field('target')}
      />
    </DialogForm>
  )
}
