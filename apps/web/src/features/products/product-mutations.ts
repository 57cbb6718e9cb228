import { type Product, type ProductBulkAction, type ProductFormDraft, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import type { Revised } from '../../ui/forms/use-revised-form.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { offerTimeoutMs } from '../../ui/toasts/toast-props.ts'
import { findOrCreateLink } from '../links/create/create-link.tsx'
import { invalidateLinkCounts } from '../links/link-cache.ts'
import { changeOptimistically, invalidateProducts, removeProductsFromLists, updateCachedProducts } from './product-cache.ts'
import { productQuery, productUrlQuery } from './product-queries.ts'

export interface NewProduct {
  draft: Pick<ProductFormDraft, 'name' | 'urls'> & Partial<ProductFormDraft>
  /** A page of a shop. Its short link becomes the first link of the product. */
  target: string | undefined
}

/**
 * Creates a product, and a short link if the product has a target. After a failed attempt, a second attempt finds the
 * short link that the first attempt created.
 */
async function createProduct(scope: ProjectScope, { draft, target }: NewProduct): Promise<Product> {
  const link = target === undefined ? undefined : (await findOrCreateLink(scope, target, { title: draft.name })).link
  return api.products.create.call({ params: scope, body: link === undefined ? draft : { ...draft, urls: [link.url_id, ...draft.urls] } })
}

/** Creates a product. Errors are handled by the form. */
export function useCreateProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (product: NewProduct) => createProduct(scope, product),
    onSuccess: (product) => {
      queryClient.setQueryData(productQuery(scope, product.product_id).queryKey, product)
      void showToast({ title: 'Product created', message: product.name, completed: 'product' })
    },
    onSettled: (_product, _error, { target }) => {
      invalidateProducts(queryClient)
      if (target !== undefined) invalidateLinkCounts(queryClient)
    },
  })
}

/** Changes some fields of a product. The form shows errors. */
export function usePatchProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, patch }: { productId: string; patch: Partial<ProductFormDraft> & Revised }) =>
      api.products.patch.call({ params: { ...scope, productId }, body: patch }),
    onSuccess: (product) => {
      updateCachedProducts(queryClient, scope, [product])
      void showToast({ title: 'Product updated', message: product.name, completed: 'product' })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

interface BulkChange {
  products: readonly Product[]
  action: Exclude<ProductBulkAction, 'delete'>
  categoryIds?: readonly string[]
}

/**
 * Activates, deactivates or categorizes products without changing their other fields. The change is shown at once, and
 * is rolled back if the call fails.
 */
export function useBulkChangeProducts(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ products, action, categoryIds = [] }: BulkChange) =>
      api.products.bulkChange.call({
        params: scope,
        body: { product_ids: toProductIds(products), action, category_ids: [...categoryIds] },
      }),
    onMutate: (change) =>
      changeOptimistically(
        queryClient,
        scope,
        change.products.map((product) => applyBulkChange(product, change)),
      ),
    onSuccess: (_result, { products, action }) =>
      void showToast({ title: formatBulkResult(action, products.length), message: formatProductNames(products) }),
    onError: (error, _change, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: productMessages.updateFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

function applyBulkChange(product: Product, { action, categoryIds = [] }: BulkChange): Product {
  if (action === 'activate' || action === 'deactivate') return { ...product, active: action === 'activate' }
  const others = product.categories.filter((id) => !categoryIds.includes(id))
  return { ...product, categories: action === 'add_categories' ? [...others, ...categoryIds] : others }
}

function formatBulkResult(action: BulkChange['action'], count: number): string {
  if (action === 'add_categories') return 'Categories added'
  if (action === 'remove_categories') return 'Categories removed'
  return `${count === 1 ? 'Product' : 'Products'} ${action === 'activate' ? 'activated' : 'deactivated'}`
}

/** Links a short URL to a product, or unlinks it. The change is shown at once, and is rolled back if the call fails. */
export function useLinkProductUrl(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product links ${scope.projectId}` },
    mutationFn: ({ product: { product_id: productId }, urlId, isLinked }: { product: Product; urlId: string; isLinked: boolean }) =>
      (isLinked ? api.products.linkUrl : api.products.unlinkUrl).call({ params: { ...scope, productId, urlId } }),
    onMutate: ({ product, urlId, isLinked }) => {
      const others = product.urls.filter((id) => id !== urlId)
      return changeOptimistically(queryClient, scope, [{ ...product, urls: isLinked ? [...others, urlId] : others }])
    },
    onError: (error, { isLinked }, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: isLinked ? productMessages.linkUrlFailed : productMessages.unlinkUrlFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

interface UrlMove {
  product: Product
  urlId: string
  /** The new index of the link among the product's links. */
  to: number
}

/**
 * Moves a link in the order of the product's links. The first link is the main shop. The change is shown at once, and
 * is rolled back if the call fails.
 */
export function useMoveProductUrl(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product links ${scope.projectId}` },
    mutationFn: async ({ product: { product_id: productId }, urlId, to }: UrlMove) => {
      const params = { ...scope, productId }
      // The product is read again, because an earlier change of its links has changed its revision.
      const { urls, revision } = await api.products.get.call({ params })
      return api.products.patch.call({ params, body: { urls: moveUrl(urls, urlId, to), revision } })
    },
    onMutate: ({ product, urlId, to }) =>
      changeOptimistically(queryClient, scope, [{ ...product, urls: moveUrl(product.urls, urlId, to) }]),
    onError: (error, _move, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: productMessages.updateFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

function moveUrl(urls: readonly string[], urlId: string, to: number): string[] {
  return urls.filter((id) => id !== urlId).toSpliced(to, 0, urlId)
}

/** Creates a first or another short URL for the page of a product. The form shows errors. */
export function useCreateProductUrl(scope: ProjectScope, productId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api.products.createUrl.call({ params: { ...scope, productId }, body: slug === '' ? {} : { url: slug } }),
    onSuccess: (pageUrl) => {
      queryClient.setQueryData(productUrlQuery(scope, productId).queryKey, pageUrl)
      void showToast({ title: 'Short URL created', message: pageUrl.url })
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      // The short URL is a link of the project, and the QR code leads to it, so links and QR codes are refetched.
      void queryClient.invalidateQueries({ queryKey: api.links.key() })
      void queryClient.invalidateQueries({ queryKey: api.qrCodes.key() })
    },
  })
}

/** The fields of a product, or of a deleted product, that name it. */
export type DeletedProductName = Pick<Product, 'product_id' | 'name'>

/** Restores deleted products. The toast names each address that another page got in the meantime, and the new one. */
export function useRestoreProducts(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (products: readonly DeletedProductName[]) =>
      api.products.restore.call({ params: scope, body: { product_ids: toProductIds(products) } }),
    onSuccess: (restored, products) => {
      const renamed = restored.flatMap(({ slug, earlier_slug: earlier }) =>
        earlier === null ? [] : [`/${earlier} was taken, so the page is now /${slug}`],
      )
      void showToast(
        restored.length < products.length
          ? {
              title: restored.length === 0 ? 'Too late to restore' : 'Not all products could be restored',
              message: formatProductNames(products),
              tone: 'bad',
            }
          : {
              title: products.length === 1 ? 'Product restored' : 'Products restored',
              message: renamed.length === 0 ? formatProductNames(products) : renamed.join('; '),
              ...(renamed.length > 0 && { timeoutMs: offerTimeoutMs }),
            },
      )
    },
    onError: (error) => void showErrorToast(error),
    onSettled: () => {
      invalidateProducts(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.auditLogs.key() })
    },
  })
}

/** Erases deleted products before their time. */
export function useEraseProducts(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (products: readonly DeletedProductName[]) =>
      api.products.erase.call({ params: scope, body: { product_ids: toProductIds(products) } }),
    onSuccess: (_erased, products) =>
      void showToast({ title: products.length === 1 ? 'Product erased' : 'Products erased', message: formatProductNames(products) }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => invalidateProducts(queryClient),
  })
}

export function useDeleteProducts(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const restore = useRestoreProducts(scope)
  return useMutation({
    mutationFn: async (products: readonly Product[]): Promise<void> => {
      const [only] = products
      if (only !== undefined && products.length === 1) await api.products.delete.call({ params: { ...scope, productId: only.product_id } })
      else await api.products.bulkChange.call({ params: scope, body: { product_ids: toProductIds(products), action: 'delete' } })
    },
    onSuccess: (_result, products) => {
      removeProductsFromLists(queryClient, toProductIds(products))
      for (const { product_id } of products) queryClient.removeQueries({ queryKey: productQuery(scope, product_id).queryKey })
      void showToast({
        title: products.length === 1 ? 'Product deleted' : 'Products deleted',
        message: formatProductNames(products),
        undo: () => restore.mutate(products),
      })
    },
    onError: (error) => void showErrorToast(error, { fallback: productMessages.deleteFailed }),
    onSettled: () => invalidateProducts(queryClient),
  })
}

function toProductIds(products: readonly Pick<Product, 'product_id'>[]): string[] {
  return products.map(({ product_id }) => product_id)
}

/** Returns the name of a single product, or the number of products if there are several. */
function formatProductNames(products: readonly Pick<Product, 'name'>[]): string {
  const [only] = products
  return only !== undefined && products.length === 1 ? only.name : formatCount(products.length, 'product')
}
