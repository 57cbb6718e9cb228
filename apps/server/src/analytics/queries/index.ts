// Every statement about clicks is built here. Each question names the project, the first column of every table's order.
export { selectLinkBreakdown, selectProjectBreakdown } from './breakdown.ts'
export { deleteClicksOfLink, deleteClicksOfProject } from './click-deletion.ts'
export { selectLinkClicksByDay, selectProjectClicksFrom } from './clicks-by-day.ts'
export { countDay, dropOlderCountings, nextCounting, selectUncountedDays } from './day-counting.ts'
export { selectMostClickedLinks, selectTrafficOfLinks } from './links.ts'
export { selectLinkNumbers, selectProjectNumbers } from './numbers.ts'
export { addDifferences, countDifferences, selectTouchedDays } from './sum-differences.ts'
export { selectVisitors, type VisitorLocation } from './visitors.ts'
