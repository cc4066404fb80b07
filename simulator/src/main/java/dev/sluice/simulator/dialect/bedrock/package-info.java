/** Amazon Bedrock's Converse. */
@NullMarked
package dev.sluice.simulator.dialect.bedrock;

import org.jspecify.annotations.NullMarked;
