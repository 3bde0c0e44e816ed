/**
 * The result for Node-RED's `validate`: true, or the reason. The reason never contains a saved value, because the
 * sidebar shows it as HTML.
 */
export type Verdict = true | string;
