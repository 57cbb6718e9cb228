import { api } from '../../api.ts'

/** The organizations of the person who is signed in, with their projects. */
export const organizationListQuery = api.organizations.list.queryOptions()
