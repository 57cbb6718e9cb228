import { api } from '../../api/api.ts'

/** The organizations of the signed-in user, with their projects. */
export const organizationListQuery = api.organizations.list.queryOptions()
