import { type Store, storeMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBuildingStore, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../features/organizations/selection.tsx'
import { CreateStoreForm } from '../../../features/stores/create-store-form.tsx'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { HiddenStoreNotice, StoreVisibility } from '../../../features/stores/visibility/store-visibility.tsx'
import { Can } from '../../../session/permissions.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { Screen } from '../../screen.tsx'
import { StoreActionsSkeleton, StoreSettingsSkeleton, storeSettingsSubtitle } from '../store-loading.tsx'
import classes from '../store-settings.module.css'
import { StoreSettings } from './store-settings.tsx'

const productsPath = '/store/products'

export function StoreSettingsScreen() {
  const { scope } = useProject()
  const store = useQuery(storeQuery(scope))
  const noStore = (
    <EmptyState
      icon={<IconBuildingStore size={26} stroke={1.6} />}
      title={storeMessages.none}
      action={
        <Can call="stores.create">
          <CreateStoreForm scope={scope} />
        </Can>
      }
    >
      Just pick a name. You can change everything later, and visitors see nothing until you show the store.
    </EmptyState>
  )

  return (
    <Screen
      title="Store Settings"
      subtitle={storeSettingsSubtitle}
      back={<BackLink to={productsPath}>Products</BackLink>}
      action={store.isPending ? <StoreActionsSkeleton /> : store.data && <StoreActions store={store.data} />}
    >
      <QueryBoundary
        query={store}
        loading={<StoreSettingsSkeleton />}
        error={storeMessages.loadFailed}
        empty={noStore}
        isEmpty={(one) => one === null}
      >
        {(one) =>
          one && (
            <>
              {!one.active && <HiddenStoreNotice />}
              <StoreSettings key={one.store_id} store={one} />
            </>
          )
        }
      </QueryBoundary>
    </Screen>
  )
}

function StoreActions({ store }: { store: Store }) {
  const { scope } = useProject()
  return (
    <div className={classes.actions}>
      <StoreVisibility scope={scope} store={store} />
      <Button
        component="a"
        href={store.store_linkshelf_url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconExternalLink aria-hidden size={17} />}
      >
        Open store
      </Button>
    </div>
  )
}
