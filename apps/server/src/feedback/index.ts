/** Stores feedback of users, and emails it to the operator. */

export { feedbackJobs, feedbackRoutes } from './feedback.ts'
