/** IS-07 times are in TAI. It has been 37 s ahead of UTC since 2017, until the next leap second. */
export const TAI_AHEAD_S = 37;
