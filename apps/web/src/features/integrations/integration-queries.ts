import { api, type ProjectScope } from '../../api/api.ts'

export function amazonIntegrationQuery(scope: ProjectScope) {
  return api.integrations.getAmazon.queryOptions({ input: { params: scope } })
}

export function ebayIntegrationQuery(scope: ProjectScope) {
  return api.integrations.getEbay.queryOptions({ input: { params: scope } })
}

export function aliexpressIntegrationQuery(scope: ProjectScope) {
  return api.integrations.getAliexpress.queryOptions({ input: { params: scope } })
}
