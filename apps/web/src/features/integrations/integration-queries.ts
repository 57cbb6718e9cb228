import type { Retailer } from '@linkshelf/retailers'
import { api, type ProjectScope } from '../../api/api.ts'

export const integrationQueries = {
  amazon: (scope: ProjectScope) => api.integrations.getAmazon.queryOptions({ input: { params: scope } }),
  ebay: (scope: ProjectScope) => api.integrations.getEbay.queryOptions({ input: { params: scope } }),
  aliexpress: (scope: ProjectScope) => api.integrations.getAliexpress.queryOptions({ input: { params: scope } }),
} satisfies Record<Retailer, (scope: ProjectScope) => object>
