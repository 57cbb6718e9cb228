import type { Store } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { WarningNotice } from '../../../ui/states/warning-notice.tsx'
import { useSetStoreVisibility } from '../store-mutations.ts'

interface StoreVisibilityProps {
  scope: ProjectScope
  store: Store
}

/** Shows or hides the store with a switch. The switch is saved at once, separately from the settings. */
export function StoreVisibility({ scope, store }: StoreVisibilityProps) {
  const showing = useSetStoreVisibility(scope)
  const canShow = useCan('stores.activate')
  return (
    <Switch
      label="Visible to visitors"
      checked={store.active}
      disabled={showing.isPending || !canShow}
      onChange={(event) => showing.mutate({ store, active: event.currentTarget.checked })}
    />
  )
}

/** Says what visitors get, because a store that was created in the dashboard is hidden at first. */
export function HiddenStoreNotice() {
  const canShow = useCan('stores.activate')
  return (
    <WarningNotice title="Hidden from visitors">
      Visitors get a page that says this store does not exist.
      {canShow && ' Switch on “Visible to visitors” when you are happy with the preview.'}
    </WarningNotice>
  )
}
