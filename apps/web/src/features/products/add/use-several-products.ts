import { findPageName, type Product, type ProductSuggestion, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { readOnlyMutation } from '../../../api/broadcast-changes.ts'
import { toErrorDetails } from '../../../ui/error-details.ts'
import { findOrCreateLink } from '../../links/create/create-link.tsx'
import { invalidateLinkCounts } from '../../links/link-cache.ts'
import { invalidateProducts } from '../product-cache.ts'
import { suggestProduct, unreadableMessage } from './product-start.tsx'

/**
 * A product that is being added from a URL. Its page is read, the user corrects its name, and then the product is
 * created.
 */
export interface ProductToAdd {
  url: string
  name: string
  /** Undefined until the page has been read. */
  suggestion?: ProductSuggestion | undefined
  problem?: string | undefined
  created?: Product
}

interface SeveralProductsOptions {
  scope: ProjectScope
  urls: readonly string[]
  /** Called with the number of products when all of them have been created. */
  onCreated: (count: number) => void
}

/**
 * Reads the pages of these URLs one after another, and creates a product for each page. After the component is removed,
 * no further page is read and no further product is created.
 */
export function useSeveralProducts({ scope, urls, onCreated }: SeveralProductsOptions) {
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly ProductToAdd[]>(() => urls.map((url) => ({ url, name: '' })))
  const open = rows.filter(({ created }) => created === undefined)
  const isRemoved = useRef(false)

  function changeRow(url: string, to: (row: ProductToAdd) => Partial<ProductToAdd>): void {
    setRows((all) => all.map((row) => (row.url === url ? { ...row, ...to(row) } : row)))
  }

  const reading = useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      for (const { url } of rows) {
        if (isRemoved.current) return
        try {
          const suggestion = await suggestProduct(scope, url)
          // A name that the user typed while the page was read is not replaced.
          changeRow(url, ({ name }) => ({ suggestion, name: name || (suggestion.name ?? '') }))
        } catch (error) {
          const problem = toErrorDetails(error, unreadableMessage).message
          changeRow(url, ({ name }) => ({ problem, name: name || (findPageName(url) ?? '') }))
        }
      }
    },
  })
  const start = useEffectEvent(() => reading.mutate())
  useEffect(() => {
    isRemoved.current = false
    start()
    return () => {
      isRemoved.current = true
    }
  }, [])

  const creation = useMutation({
    /**
     * Returns whether all products were created. Short links are created in the order of the URLs, so that the first
     * URLs get links if the plan's limit is reached. Products are created in reverse order, because a store shows the
     * newest product first.
     */
    mutationFn: async (): Promise<boolean> => {
      const linked: { row: ProductToAdd; urlId: string }[] = []
      for (const row of open) {
        if (isRemoved.current) return false
        const urlId = await tryOrShowProblem(row, () => findOrCreateProductLink(row))
        if (urlId !== undefined) linked.push({ row, urlId })
      }
      let isComplete = linked.length === open.length
      for (const { row, urlId } of linked.toReversed()) {
        if (isRemoved.current) return false
        const created = await tryOrShowProblem(row, () => createRowProduct(row, urlId))
        if (created === undefined) isComplete = false
        else changeRow(row.url, () => ({ created, problem: undefined }))
      }
      return isComplete
    },
    onSuccess: (isComplete) => {
      if (isComplete && !isRemoved.current) onCreated(rows.length)
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      invalidateLinkCounts(queryClient)
    },
  })

  /** Returns the result of `work`. If `work` fails, returns undefined, and the row shows the problem. */
  async function tryOrShowProblem<Result>({ url }: ProductToAdd, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      changeRow(url, () => ({ problem: toErrorDetails(error, productMessages.createFailed).message }))
      return undefined
    }
  }

  /**
   * Returns the id of the product's short link. After a failed attempt, a second attempt finds the short link that the
   * first attempt created.
   */
  async function findOrCreateProductLink({ url, name, suggestion }: ProductToAdd): Promise<string> {
    return suggestion?.url_id ?? (await findOrCreateLink(scope, suggestion?.url ?? url, { title: name.trim() })).link.url_id
  }

  function createRowProduct({ name, suggestion }: ProductToAdd, urlId: string): Promise<Product> {
    const { description = null, image_url = null, price = null } = suggestion ?? {}
    return api.products.create.call({ params: scope, body: { name: name.trim(), description, image_url, price, urls: [urlId] } })
  }

  return {
    rows,
    /** The products that have not been created yet. */
    open,
    isReading: reading.isPending,
    isCreating: creation.isPending,
    setName: (url: string, name: string) => changeRow(url, () => ({ name, problem: undefined })),
    setProblem: (url: string, problem: string) => changeRow(url, () => ({ problem })),
    remove: (url: string) => setRows((all) => all.filter((row) => row.url !== url)),
    create: () => creation.mutate(),
  }
}
