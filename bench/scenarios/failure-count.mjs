/** Number of messages that ended in an error. */
export const failureCount = ({ errors }) => errors.reduce((sum, [, count]) => sum + count, 0);
