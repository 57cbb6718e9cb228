/**
 * The cost of reading and writing one video, in units. https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const readUnits = 1
export const writeUnits = 50
export const turnUnits = readUnits + writeUnits
