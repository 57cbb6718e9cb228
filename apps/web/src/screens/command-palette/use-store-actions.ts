import { defaultMainColor, toEntitlements } from '@linkshelf/contract'
import { IconBuildingStore, IconCopy, IconPackage, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import { copyAddress } from '../../features/stores/copy-address.ts'
import { storeQuery } from '../../features/stores/store-queries.ts'
import { useOffer } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { applyOffer, type PaletteAction } from './palette-groups.ts'

const openCategoryDialog = createLazyDialog(async () => (await import('../../features/categories/category-dialogs.tsx')).categoryDialog)

/** Returns the actions of the store that the organization's plan includes. */
export function useStoreActions({ organization, project }: Selection): PaletteAction[] {
  const navigate = useNavigate()
  const { hasProducts, hasStorePage } = toEntitlements(organization)
  const scope = { orgId: organization.id, projectId: project.id }
  const { data: store } = useQuery({ ...storeQuery(scope), enabled: hasProducts })
  const defaultColor = store?.main_color ?? defaultMainColor.toLowerCase()
  const [product, category] = [useOffer('products.create'), useOffer('categories.create')]
  if (!hasProducts) return []

  const adding = [
    ...applyOffer(product, {
      id: 'add-product',
      label: 'Add a product',
      keywords: 'create new',
      Icon: IconPackage,
      run: () => void navigate('/store/products/new'),
    }),
    ...applyOffer(category, {
      id: 'add-category',
      label: 'Add a category',
      keywords: 'create new',
      Icon: IconTags,
      run: (opener) => openCategoryDialog(opener, { scope, defaultColor, timeZone: project.time_zone, kind: 'add', category: undefined }),
    }),
  ]
  if (!hasStorePage || !store) return adding
  const address = store.store_linkshelf_url
  return [
    ...adding,
    {
      id: 'open-store',
      label: 'Open the store page',
      keywords: 'view visit public',
      Icon: IconBuildingStore,
      run: () => void window.open(address, '_blank', 'noopener'),
    },
    {
      id: 'copy-store',
      label: 'Copy the address of the store',
      keywords: 'url link share',
      Icon: IconCopy,
      run: () => void copyAddress(address),
    },
  ]
}
