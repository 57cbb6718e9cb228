import { api } from '../../api.ts'

/** Who is signed in. */
export const profileQuery = api.me.get.queryOptions()
