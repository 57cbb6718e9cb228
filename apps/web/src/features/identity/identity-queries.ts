import { api } from '../../api/api.ts'

/** The profile of the signed-in user. */
export const profileQuery = api.me.get.queryOptions()

/** The sessions of the user. */
export const sessionListQuery = api.sessions.list.queryOptions()
