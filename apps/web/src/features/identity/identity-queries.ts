import { api } from '../../api.ts'

/** The profile of the signed-in user. */
export const profileQuery = api.me.get.queryOptions()

/** Where the user is signed in. */
export const sessionListQuery = api.sessions.list.queryOptions()
