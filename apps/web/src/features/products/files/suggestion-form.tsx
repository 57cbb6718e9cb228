import { type ProductSuggestion, productSuggestionForm } from '@linkshelf/contract'
import { Stack, Text, TextInput } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useAddSuggested } from './suggestion-mutations.ts'

interface SuggestionFormProps {
  scope: ProjectScope
  suggestion: ProductSuggestion
  onAdded: (productId: string) => void
  onClose: () => void
}

/** Shows the product as its page describes it; all other fields can be edited afterwards. */
export function SuggestionForm({ scope, suggestion, onAdded, onClose }: SuggestionFormProps) {
  const { name, description, image_url, url, retailer, note } = suggestion
  const add = useAddSuggested(scope, url)
  const { field, submit, isPending } = useContractForm(productSuggestionForm, {
    initialValues: { name: name ?? '', image_url: image_url ?? '' },
    send: async (typed) => {
      const { product_id } = await add.mutateAsync({ ...typed, description })
      onClose()
      onAdded(product_id)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The product could not be created. Please try again.' }),
  })

  return (
    <DialogForm action="Create product and short link" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {retailer}: {note}
        </Text>
        <TextInput label="Name" required data-autofocus {...field('name')} />
        <TextInput type="url" label="Image URL" description="A picture of your own can be uploaded afterwards." {...field('image_url')} />
      </Stack>
    </DialogForm>
  )
}
