import type { Store } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { useShowStore } from '../store-mutations.ts'

/** Saved at once, apart from the settings. */
export function StoreVisibility({ scope, store }: { scope: ProjectScope; store: Store }) {
  const showing = useShowStore(scope)
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
