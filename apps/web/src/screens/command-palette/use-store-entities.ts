import { defaultMainColor, type ListedCategory, searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCategory, IconPackage, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { categoryListQuery } from '../../features/categories/category-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { toCategoryProductsPath, toProductEditPath } from '../../features/products/product-paths.ts'
import { productSearchQuery } from '../../features/products/product-queries.ts'
import { useCan } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { matchActions, type PaletteEntity } from './palette-groups.ts'

const openCategoryDialog = createLazyDialog(async () => (await import('../../features/categories/category-dialogs.tsx')).categoryDialog)

export const categoryActionLabels = ['Edit category']

const productsShown = 5

/**
 * Returns the products whose names contain a term, best match first. Returns no products if the term is empty. While
 * the server searches, returns the matching products of the last result.
 */
export function useProductEntities(term: string): { entities: readonly PaletteEntity[]; isSearching: boolean } {
  const [search] = useDebouncedValue(term, searchDebounceMs)
  const { scope, entitlements } = useProject()
  const navigate = useNavigate()
  const isEnabled = entitlements.hasProducts && search !== ''
  const { data, isPlaceholderData, isPending } = useQuery({ ...productSearchQuery(scope, search), enabled: isEnabled })
  if (!entitlements.hasProducts || term === '') return { entities: [], isSearching: false }

  const entities = (data?.body ?? []).map(({ product_id: id, name }) => ({
    id,
    label: name,
    description: 'Product',
    Icon: IconPackage,
    run: () => void navigate(toProductEditPath(id)),
    actions: [],
  }))
  return {
    entities: matchActions(entities, term)
      .filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))
      .slice(0, productsShown),
    isSearching: search !== term || isPlaceholderData || isPending,
  }
}

/** Returns the categories of the current project. */
export function useCategoryEntities(): PaletteEntity[] {
  const { scope, project, entitlements } = useProject()
  const navigate = useNavigate()
  const { data: categories = [] } = useQuery({ ...categoryListQuery(scope), enabled: entitlements.hasProducts })
  const context = { scope, defaultColor: defaultMainColor.toLowerCase(), timeZone: project.time_zone }
  const canChange = useCan('categories.patch')

  function toEntity(category: ListedCategory): PaletteEntity {
    const { category_id: id, name } = category
    const edit: PaletteEntity['actions'] = [
      {
        id: `edit ${id}`,
        label: 'Edit category',
        Icon: IconPencil,
        run: (opener) => openCategoryDialog(opener, { ...context, kind: 'edit', category }),
      },
    ]
    return {
      id,
      label: name,
      description: 'Products of this category',
      Icon: IconCategory,
      run: () => void navigate(toCategoryProductsPath(id)),
      actions: canChange ? edit : [],
    }
  }

  return entitlements.hasProducts ? categories.map(toEntity) : []
}
