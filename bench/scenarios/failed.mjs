/** How many messages ended in an error. */
export const failed = ({ errors }) => errors.reduce((sum, [, count]) => sum + count, 0);
