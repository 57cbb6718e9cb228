import { projectCall, signedInCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checkStoreName } from './check-store-name.ts'
import { createStore } from './create-store.ts'
import { deleteStore } from './delete-store.ts'
import { listStores } from './list-stores.ts'
import { createStoreUrl, getStoreUrl } from './store-url.ts'
import { activateStore, deactivateStore, updateStore } from './update-store.ts'

const calls = projectCall.stores

export function storeRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listStores(deps, context.ctx)),
    create: calls.create.handler(({ context, input }) => createStore(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateStore(deps, context.ctx, { storeId: input.params.storeId, update: input.body }),
    ),
    activate: calls.activate.handler(({ context, input }) => activateStore(deps, context.ctx, input.params.storeId)),
    deactivate: calls.deactivate.handler(({ context, input }) => deactivateStore(deps, context.ctx, input.params.storeId)),
    delete: calls.delete.handler(({ context, input }) => deleteStore(context.ctx, input.params.storeId)),
    checkName: signedInCall.stores.checkName.handler(({ context, input }) => checkStoreName(context.ctx, input.params)),
    getUrl: calls.getUrl.handler(({ context, input }) => getStoreUrl(deps, context.ctx, input.params.storeId)),
    createUrl: calls.createUrl.handler(({ context, input }) =>
      createStoreUrl(deps, context.ctx, { storeId: input.params.storeId, draft: input.body }),
    ),
  }
}
