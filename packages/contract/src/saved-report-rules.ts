/** Tabs of the analytics screen. */
export const reportTabs = ['overview', 'links', 'sources', 'geography', 'devices', 'store', 'earnings'] as const
export type ReportTab = (typeof reportTabs)[number]

/** Ranges that follow the calendar, beside the organization's window. */
export const reportRanges = ['1d', '2d', '7d', '30d', '90d', '12m', 'month', 'last-month'] as const

export const savedReportMessages = {
  nameRequired: 'Report name is required',
  loadFailed: 'Your reports could not be loaded',
} as const

export const savedReportNameMaxLength = 64
/** The maximum of reports of a user in a project. */
export const savedReportsPerUser = 50

/** The hour of the user's Monday at which reports are mailed. */
export const weeklyReportHour = 8
