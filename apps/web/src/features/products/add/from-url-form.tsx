import { destinationForm, type Product, type ProductSuggestion, productSuggestionForm } from '@linkshelf/contract'
import { Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { readOnlyMutation } from '../../../api/broadcast-changes.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { invalidateProducts } from '../product-cache.ts'

export function productFromUrlDialog(scope: ProjectScope, onAdded: (productId: string) => void): Dialog {
  return { title: 'Add Product from URL', body: (close) => <FromUrlForm scope={scope} onAdded={onAdded} onClose={close} /> }
}

interface FromUrlFormProps {
  scope: ProjectScope
  onAdded: (productId: string) => void
  onClose: () => void
}

/** Asks for a product's URL, then shows what its page says, to be corrected. */
function FromUrlForm({ scope, onAdded, onClose }: FromUrlFormProps) {
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

interface SuggestionFormProps {
  scope: ProjectScope
  suggestion: ProductSuggestion
  onAdded: (productId: string) => void
  onClose: () => void
}

/** Shows the product as its page describes it; all other fields can be edited afterwards. */
function SuggestionForm({ scope, suggestion, onAdded, onClose }: SuggestionFormProps) {
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

function useSuggestProduct(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: (url: string) => api.products.fromUrl.call({ params: scope, body: { url } }),
  })
}

interface SuggestedProduct {
  name: string
  description: string | null
  image_url: string | null
}

/** Creates a short link to the shop, and the product with it. A second attempt uses the link of the first. */
function useAddSuggested(scope: ProjectScope, target: string) {
  const queryClient = useQueryClient()
  const linkId = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (draft: SuggestedProduct): Promise<Product> => {
      linkId.current ??= (await api.links.create.call({ params: scope, body: { target, title: draft.name } })).url_id
      return api.products.create.call({ params: scope, body: { ...draft, urls: [linkId.current] } })
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.links.key() })
    },
  })
}
