import { api } from '../../api/api.ts'

/** The plan of an organization, and what is used of it. */
export function subscriptionQuery(orgId: string) {
  return api.subscriptions.get.queryOptions({ input: { params: { orgId }, query: {} } })
}

/** The plans and their prices. */
export const planListQuery = api.subscriptions.listPlans.queryOptions()
